import { parentPort, workerData } from 'node:worker_threads';
import type { CaptureOptions } from '../../protocol/capture.ts';
import { serve } from '../../protocol/channel.ts';
import { createCaptureActor } from './actor.ts';
import { createBackend } from './backend.ts';

if (!parentPort) throw new Error('This file runs as a worker thread.');
const { options } = workerData as { options: CaptureOptions };
serve(parentPort, createCaptureActor(createBackend(options.source)));
