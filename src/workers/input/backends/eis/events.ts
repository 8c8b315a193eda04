/** Turns input events into requests of the ei protocol. Pure. Sources: see wire.ts. */
import type { Point } from '../../../../protocol/geometry.ts';
import type { Control, InputEvent } from '../../model/events.ts';
import { encodeRequest, f32, i32, type Request, u32 } from './wire.ts';

/** Requests of one event, and the interface whose object takes them. */
export interface EisRequests {
  interface: string;
  encode(object: bigint): Buffer[];
}

/** The interface of the device on which a control is. */
export const INTERFACE_OF: Record<Control['device'], string> = {
  key: 'ei_keyboard',
  button: 'ei_button',
  finger: 'ei_touchscreen',
};

/** The requests of an event. */
export function requestsOf(event: InputEvent): EisRequests {
  switch (event.kind) {
    case 'press':
    case 'release': {
      const args = [u32(event.control.code), u32(event.kind === 'press' ? 1 : 0)];
      return one(event.control.device === 'key' ? 'ei_keyboard.key' : 'ei_button.button', args);
    }
    case 'move':
      return one('ei_pointer_absolute.motion_absolute', place(event.point));
    case 'wheel':
      return one('ei_scroll.scroll_discrete', [i32(event.by.dx), i32(event.by.dy)]);
    case 'scroll':
      return one('ei_scroll.scroll', [f32(event.by.dx), f32(event.by.dy)]);
    case 'scroll-stop':
      return one('ei_scroll.scroll_stop', [u32(1), u32(1), u32(0)]);
    case 'touch-down':
    case 'touch-move': {
      const request = event.kind === 'touch-down' ? 'ei_touchscreen.down' : 'ei_touchscreen.motion';
      return many(
        request,
        event.touches.map(({ finger, point }) => [u32(finger), ...place(point)]),
      );
    }
    case 'touch-up':
      return many(
        'ei_touchscreen.up',
        event.fingers.map((finger) => [u32(finger)]),
      );
  }
}

/** The points in an event. */
export function pointsOf(event: InputEvent): Point[] {
  if (event.kind === 'move') return [event.point];
  return event.kind === 'touch-down' || event.kind === 'touch-move' ? event.touches.map(({ point }) => point) : [];
}

function one(request: Request, args: Buffer[]): EisRequests {
  return many(request, [args]);
}

function many(request: Request, calls: Buffer[][]): EisRequests {
  return {
    interface: request.split('.')[0] ?? '',
    encode: (object) => calls.map((args) => encodeRequest(object, request, ...args)),
  };
}

function place({ x, y }: Point): Buffer[] {
  return [f32(x), f32(y)];
}
