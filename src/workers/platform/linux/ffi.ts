/**
 * Calls into shared libraries, through koffi 3.3. The only file that loads one.
 *
 * Structures are Buffers filled by offset: koffi's own cost five times as much a call, and their names clash between
 * threads. A wrong argument is not noticed by koffi (a number out of range becomes another), so declarations stay few.
 */

import { getSystemErrorName } from 'node:util';
import koffi from 'koffi';
import { DesktopError, type ErrorCode } from '../../../base/errors.ts';

/** A C function: numbers, Buffers and addresses in, a number or an address out. */
export type NativeFunction<Result = number> = (...args: (number | bigint | string | Uint8Array | null)[]) => Result;

/**
 * Loads a library and returns what declares its functions, in koffi's form: "int close(int fd)".
 * Fails with `unsupported` when this system does not have the library.
 */
export function loadLibrary(file: string): <Result = number>(declaration: string) => NativeFunction<Result> {
  try {
    const library = koffi.load(file);
    return (declaration) => library.func(declaration);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DesktopError(
      'unsupported',
      `The system library ${file} cannot be loaded: ${reason}.`,
      'Install the package that has it.',
    );
  }
}

/** The error number that the last native call of this thread left. */
export function errno(): number {
  return koffi.errno();
}

/** The address of a Buffer of more than 64 bytes, for structures that hold addresses. Valid while the Buffer is referenced. */
export function addressOf(bytes: Buffer): bigint {
  return koffi.address(bytes);
}

/** The error of a failed system call: `what` says what was tried, errno why it failed. */
export function systemError(what: string, code: ErrorCode = 'failed'): DesktopError {
  const number = errno();
  const name = number > 0 ? getSystemErrorName(-number) : 'no error number';
  return new DesktopError(code, `${what} failed: ${name}.`, 'Call doctor to see whether the desktop is still there.');
}
