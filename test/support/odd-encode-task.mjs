// Stands in for the encoder on the pool's threads: waits as many milliseconds as the first byte says, 255 fails; tells who ran it, and when.
import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

const nowMs = () => process.hrtime()[0] * 1e3 + process.hrtime()[1] / 1e6;

export default async ({ image }) => {
  const startMs = nowMs();
  const [first] = image.rgb;
  if (first === 255) throw new Error('an odd picture');
  await delay(first);
  const told = { threadId, first, startMs, endMs: nowMs() };
  return { bytes: new TextEncoder().encode(JSON.stringify(told)), mimeType: 'image/png' };
};
