import type { Hint } from '../core/hints.ts'
import type { ReaderSettings } from '../core/types.ts'
import type { HintAnswer, HintRequest } from './hints-messages.ts'

/** Milliseconds between two looks. */
const interval = 150

/**
 * Looks at a live view in a worker, a few times a second, and tells each frame's fault. Returns the function that ends
 * it.
 *
 * @param grab gives the current frame, `FRAME_SIZE` large
 */
export function watchHints(
  grab: () => Promise<ImageBitmap>,
  settings: ReaderSettings,
  reference: { bytes: ArrayBuffer; mime: string } | null,
  onHint: (hint: Hint | null) => void,
): () => void {
  const worker = new Worker(new URL('./hints.worker.ts', import.meta.url), { type: 'module' })
  const post = (request: HintRequest, transfer: Transferable[] = []) => worker.postMessage(request, transfer)
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false

  async function look(): Promise<void> {
    try {
      const frame = await grab()
      if (over) frame.close()
      else post({ frame }, [frame])
    } catch {
      // No frame yet.
      if (!over) lookLater()
    }
  }
  function lookLater(): void {
    timer = setTimeout(look, interval)
  }

  worker.addEventListener('message', ({ data }: MessageEvent<HintAnswer>) => {
    onHint(data.hint)
    lookLater()
  })
  function end(): void {
    over = true
    clearTimeout(timer)
    worker.terminate()
    self.removeEventListener('pagehide', end)
  }
  // As the reader: a worker at work while its page goes can break down the renderer.
  self.addEventListener('pagehide', end)
  post({ settings, reference })
  lookLater()
  return end
}
