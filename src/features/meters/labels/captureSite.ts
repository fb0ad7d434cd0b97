import { queryOptions } from '@tanstack/react-query'
import { decodeQR } from 'qr/decode.js'
import { meterEndpoints } from '../../../../contract/meters.ts'
import { AnswerError } from '../../../failures/callErrors.ts'
import { openFile } from '../../../lib/session/api.ts'

const pathOf = (id: number) => `/capture-meter-value/${id}`

/** Returns the address in the QR code of a meter. */
export const captureAddress = (site: string, id: number): string => site + pathOf(id)

/**
 * Where people reach the console, which only the server knows. Read from the QR code of one meter, so that labels lead
 * to the same address as single codes without asking for a picture each.
 */
export const captureSiteQuery = (meterId: number) =>
  queryOptions({
    queryKey: ['capture-site'],
    queryFn: async ({ signal }) => {
      const answer = await openFile(meterEndpoints.meterQr, { params: { id: meterId }, signal })
      const text = await textOf(await answer.blob())
      const path = pathOf(meterId)
      if (!text.endsWith(path)) throw new AnswerError('the code leads elsewhere')
      return text.slice(0, -path.length)
    },
    staleTime: 300_000,
    // Another address would be printed after the server has moved.
    meta: { keptFor: 0 },
  })

async function textOf(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('the canvas cannot be drawn on')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  // Without the time limit of a live camera's frame.
  return decodeQR(context.getImageData(0, 0, width, height), { timeLimit: 10_000 })
}
