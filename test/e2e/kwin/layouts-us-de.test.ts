/** Text into programs of every toolkit, in every way, on keyboards of the USA and Germany. What was typed is read back. */
import { testLayouts } from './layouts.ts';

testLayouts({
  us: { XKB_DEFAULT_LAYOUT: 'us' },
  dvorak: { XKB_DEFAULT_LAYOUT: 'us', XKB_DEFAULT_VARIANT: 'dvorak' },
  'de nodeadkeys': { XKB_DEFAULT_LAYOUT: 'de', XKB_DEFAULT_VARIANT: 'nodeadkeys' },
  de: { XKB_DEFAULT_LAYOUT: 'de' },
});
