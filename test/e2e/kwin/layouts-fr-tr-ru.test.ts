/** Text into programs of every toolkit, in every way, on keyboards of France, Turkey and Russia. What was typed is read back. */
import { testLayouts } from './layouts.ts';

testLayouts({
  fr: { XKB_DEFAULT_LAYOUT: 'fr' },
  tr: { XKB_DEFAULT_LAYOUT: 'tr' },
  'ru, us': { XKB_DEFAULT_LAYOUT: 'ru,us' },
});
