/** Starts the capture worker. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CaptureOptions } from '../../protocol/capture.ts';
import { serve } from '../../protocol/channel.ts';
import { createCaptureActor } from './actor.ts';
import { createBackend } from './backend.ts';
import { createEncodingPool } from './encoding-pool.ts';

if (!parentPort) throw new Error('This file runs as a worker thread.');
const { options } = workerData as { options: CaptureOptions };
/** The build puts the bundle of the pool's threads beside this one. */
const pool = createEncodingPool(new URL('./worker-capture-encode.mjs', import.meta.url));
serve(parentPort, createCaptureActor(createBackend(options.source), pool));
