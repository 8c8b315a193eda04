/** The clipboard of a Wayland compositor, through ext-data-control or its predecessor of wlroots. */
import { DesktopError } from '../../../../base/errors.ts';
import { close } from '../../../platform/linux/descriptors.ts';
import { openPipe, type PipeLimits, pipeName, readPipe, writePipe } from '../../../platform/linux/pipe.ts';
import { connectWayland, type Wayland } from '../../../platform/wayland/client.ts';
import type { WaylandObject } from '../../../platform/wayland/interfaces.ts';
import type { ClipboardBackend, DataOffer, SendRequest } from '../../backend.ts';
import { memoryOffer } from '../../clipboard/fetch-formats.ts';
import { dataTypes, type Format } from '../../model/clipboard.ts';

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
  const foreignOffer = followSelection(wayland, device);
  let ownOffer: DataOffer | undefined;
  return {
    selection: async () => {
      await wayland.roundTrip();
      return ownOffer ?? foreignOffer();
    },
    setSelection: async (formats, onSend = ({ send }) => void send()) => {
      const source = formats.length === 0 ? undefined : wayland.request(manager, 'create_data_source');
      const offer = source && memoryOffer(formats);
      if (source) {
        wayland.listen(source, {
          send: (mimeType, fd) => onSend(sendRequestOf(formats, mimeType, fd)),
          cancelled: () => {
            wayland.request(source, 'destroy');
            if (ownOffer === offer) ownOffer = undefined;
          },
        });
        for (const { type } of formats) wayland.request(source, 'offer', type);
      }
      wayland.request(device, 'set_selection', source);
      ownOffer = offer;
      await wayland.roundTrip();
      return offer;
    },
    onEnd: (listener) => wayland.onEnd(listener),
    close: wayland.close,
  };
}

type OfferObject = WaylandObject<'data_control_offer'>;

/** Follows the selection of other clients and gives its latest state. Offers that are over are destroyed. */
function followSelection(wayland: Wayland, device: WaylandObject<'data_control_device'>): () => DataOffer | undefined {
  const offered = new Map<OfferObject, string[]>();
  let selected: { object: OfferObject; offer: DataOffer } | undefined;
  const destroy = (object: OfferObject | undefined): void => {
    if (object && offered.delete(object)) wayland.request(object, 'destroy');
  };
  wayland.listen(device, {
    data_offer: (object) => {
      const mimeTypes: string[] = [];
      offered.set(object, mimeTypes);
      wayland.listen(object, { offer: (mimeType) => void mimeTypes.push(mimeType) });
    },
    selection: (object) => {
      destroy(selected?.object);
      selected = object && { object, offer: offerOf(object) };
    },
    primary_selection: destroy, // text selected with the mouse: never read
  });
  const offerOf = (object: OfferObject): DataOffer => ({
    mimeTypes: dataTypes(offered.get(object) ?? []),
    receive: async (mimeType, limits) =>
      offered.has(object) ? receive(wayland, object, { mimeType, limits }) : undefined,
  });
  return () => selected?.offer;
}

async function receive(
  wayland: Wayland,
  offer: OfferObject,
  { mimeType, limits }: { mimeType: string; limits: PipeLimits },
): Promise<Buffer | undefined> {
  const { readFd, writeFd } = openPipe();
  const data = readPipe(readFd, limits);
  try {
    wayland.request(offer, 'receive', mimeType, writeFd);
  } finally {
    close(writeFd); // the owner has its own by now; without one the pipe ends here
  }
  return data;
}

function sendRequestOf(formats: readonly Format[], mimeType: string, fd: number): SendRequest {
  const { bytes = new Uint8Array(0) } = formats.find(({ type }) => type === mimeType) ?? {};
  return { mimeType, pipe: pipeName(fd), send: () => writePipe(fd, bytes) };
}
