/** The clipboard of a Wayland compositor, through ext-data-control or its predecessor of wlroots. */
import { DesktopError } from '../../../base/errors.ts';
import { close } from '../../platform/linux/descriptors.ts';
import { openPipe, type PipeLimits, pipeName, readPipe, writePipe } from '../../platform/linux/pipe.ts';
import { connectWayland, type Wayland } from '../../platform/wayland/client.ts';
import type { WaylandObject } from '../../platform/wayland/interfaces.ts';
import type { ClipboardBackend, DataRequest, Offer } from '../backend.ts';
import { dataTypes, type Format } from '../model/clipboard.ts';
import { fromMemory } from './fetch-formats.ts';

/** Connects to the compositor at a socket; the caller closes it. Fails with `unsupported` when it has no such protocol. */
export async function connectDataControl(socketPath: string): Promise<ClipboardBackend> {
  const wayland = await connectWayland(socketPath);
  const manager = wayland.bind('ext_data_control_manager_v1') ?? wayland.bind('zwlr_data_control_manager_v1');
  const seat = wayland.bind('wl_seat');
  if (!manager || !seat) {
    wayland.close();
    throw new DesktopError(
      'unsupported',
      'This compositor gives no access to its clipboard: it has neither ext-data-control nor wlr-data-control.',
      'Use KWin 6, or another compositor that has one of them.',
    );
  }
  const device = wayland.request(manager, 'get_data_device', seat);
  const foreign = followSelection(wayland, device);
  let own: Offer | undefined;
  return {
    current: async () => {
      await wayland.roundTrip();
      return own ?? foreign();
    },
    offer: async (formats, onRequest = ({ serve }) => void serve()) => {
      const source = formats.length === 0 ? undefined : wayland.request(manager, 'create_data_source');
      const mine = source && fromMemory(formats);
      if (source) {
        wayland.listen(source, {
          send: (type, fd) => onRequest(requestOf(formats, type, fd)),
          cancelled: () => {
            wayland.request(source, 'destroy');
            if (own === mine) own = undefined;
          },
        });
        for (const { type } of formats) wayland.request(source, 'offer', type);
      }
      wayland.request(device, 'set_selection', source);
      own = mine;
      await wayland.roundTrip();
      return mine;
    },
    onEnd: (listener) => wayland.onEnd(listener),
    close: wayland.close,
  };
}

/** Follows what others put on the clipboard, and gives it as it was last told. Offers that are over are let go. */
function followSelection(wayland: Wayland, device: WaylandObject<'data_control_device'>): () => Offer | undefined {
  const offered = new Map<WaylandObject<'data_control_offer'>, string[]>();
  let selected: { object: WaylandObject<'data_control_offer'>; offer: Offer } | undefined;
  const drop = (object: WaylandObject<'data_control_offer'> | undefined): void => {
    if (object && offered.delete(object)) wayland.request(object, 'destroy');
  };
  wayland.listen(device, {
    data_offer: (object) => {
      const types: string[] = [];
      offered.set(object, types);
      wayland.listen(object, { offer: (type) => void types.push(type) });
    },
    selection: (object) => {
      drop(selected?.object);
      selected = object && { object, offer: offerOf(object) };
    },
    primary_selection: drop, // what was selected with the mouse is none of our business
  });
  const offerOf = (object: WaylandObject<'data_control_offer'>): Offer => ({
    types: dataTypes(offered.get(object) ?? []),
    fetch: async (type, limits) => (offered.has(object) ? fetchType(wayland, object, { type, limits }) : undefined),
  });
  return () => selected?.offer;
}

async function fetchType(
  wayland: Wayland,
  offer: WaylandObject<'data_control_offer'>,
  { type, limits }: { type: string; limits: PipeLimits },
): Promise<Buffer | undefined> {
  const { readFd, writeFd } = openPipe();
  const data = readPipe(readFd, limits);
  try {
    wayland.request(offer, 'receive', type, writeFd);
  } finally {
    close(writeFd); // the owner has its own by now; without one the pipe ends here
  }
  return data;
}

function requestOf(formats: readonly Format[], type: string, fd: number): DataRequest {
  const { bytes = new Uint8Array(0) } = formats.find((format) => format.type === type) ?? {};
  return {
    type,
    pipe: pipeName(fd),
    serve: () => writePipe(fd, bytes),
  };
}
