// Prints `failed: FILE > TEST` for each test that failed, then `N passed, N failed`, over vitest's result files. Fails when
// anything failed, did not run, or left no results.
// Usage: node scripts/count-tests.mjs EXIT_CODE_OF_CHECK RESULTS.json…
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [, , checkCode, ...files] = process.argv;
let passed = 0;
let failed = 0;
const problem = (text) => {
  failed++;
  console.log(text);
};

/** The path of a test file in the project, which boxes mount at /project. */
function shortName(path) {
  return path.startsWith('/project/') ? path.slice('/project/'.length) : relative('', path);
}

for (const file of files) {
  if (!existsSync(file)) {
    problem(`no results: ${file}`);
    continue;
  }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  passed += numPassedTests;
  failed += numFailedTests;
  for (const { name, status, message, assertionResults } of testResults) {
    for (const { fullName, status: ended } of assertionResults)
      if (ended === 'failed') console.log(`failed: ${shortName(name)} > ${fullName}`);
    if (status === 'failed' && assertionResults.length === 0) problem(`${name}: ${message}`);
  }
  if (numPendingTests > 0) problem(`${numPendingTests} tests of ${file} did not run`);
}
if (Number(checkCode) !== 0 && failed === 0) problem('npm run check failed');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
