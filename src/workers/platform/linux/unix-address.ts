/** Addresses of unix sockets, as the C library takes them. */
import * as libc from './libc.ts';

/** A sockaddr_un (sys/un.h): u16 family, then 108 bytes: an abstract name of exact length, which begins with a NUL, or a path and its NUL. */
export function unixAddress(path: string): Buffer {
  const name = Buffer.from(path.startsWith('\0') ? path : `${path}\0`);
  const address = Buffer.alloc(2 + name.length);
  address.writeUInt16LE(libc.AF_UNIX);
  name.copy(address, 2);
  return address;
}
