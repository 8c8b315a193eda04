// Prints `N passed, N failed` for a vitest result file and fails when anything failed or nothing ran.
// Usage: node scripts/count-tests.mjs RESULTS.json EXIT_CODE_OF_CHECK
import { existsSync, readFileSync } from 'node:fs';

const [, , file, checkCode] = process.argv;
const results = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
const brokenFiles = results.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);
const notRun = results.numPendingTests ?? 0;
const failed = results.numFailedTests + brokenFiles.length + notRun + (Number(checkCode) === 0 ? 0 : 1);
if (Number(checkCode) !== 0) console.log('npm run check failed');
for (const { name, message } of brokenFiles) console.log(`${name}: ${message}`);
if (notRun > 0) console.log(`${notRun} tests did not run; that counts as failed`);
console.log(`${results.numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 && results.numPassedTests > 0 ? 0 : 1);
