// Covers docs/requirements.md: 503

import { QueryClient } from '@tanstack/react-query'
import encodeQR from 'qr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { ScanButton } from './ScanButton.tsx'

beforeEach(() => page.viewport(390, 844))
afterEach(() => vi.restoreAllMocks())

/** A photograph of a code, a little turned, on a grey wall. */
async function codeOf(text: string): Promise<File> {
  const rows = encodeQR(text, 'raw')
  const size = 6
  const canvas = new OffscreenCanvas(640, 480)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#8a9098'
  pen.fillRect(0, 0, 640, 480)
  pen.translate(260, 60)
  pen.rotate(0.2)
  pen.fillStyle = '#f4f2ec'
  pen.fillRect(-24, -24, rows.length * size + 48, rows.length * size + 48)
  pen.fillStyle = '#20242a'
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * size, y * size, size, size)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'code.jpg', { type: 'image/jpeg' })
}

test('a meter’s code opens its capture, and any other says what it is', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const onFound = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(metersQuery.queryKey, [aMeter({ id: 12 })])
  const screen = await showRouted(client, <ScanButton onFound={onFound} />, ['/capture-meter-value/$id'])
  await screen.getByRole('button', { name: 'QR' }).click()
  const file = screen.getByLabelText('コードの写真を選ぶ')
  await expect.element(screen.getByText(/カメラを使えません/)).toBeVisible()
  const said = screen.getByRole('alert')
  for (const [text, words] of [
    ['4901234567894', /メーターの QRコードではありません/],
    [`https://other.example/capture-meter-value/12`, /メーターの QRコードではありません/],
    [`${location.origin}/capture-meter-value/13`, /見つかりません/],
  ] as const) {
    await userEvent.upload(file, await codeOf(text))
    await expect.element(said).toMatchTextContent(words)
  }
  expect(onFound).not.toHaveBeenCalled()
  await userEvent.upload(file, await codeOf(`${location.origin}/capture-meter-value/12`))
  await expect.poll(() => onFound.mock.calls.length).toBe(1)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('a photograph that is chosen while the reader is still loading is read when it is there', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const formats = Promise.withResolvers<string[]>()
  vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => formats.promise })
  const onFound = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(metersQuery.queryKey, [aMeter({ id: 12 })])
  const screen = await showRouted(client, <ScanButton onFound={onFound} />, ['/capture-meter-value/$id'])
  await screen.getByRole('button', { name: 'QR' }).click()
  const code = await codeOf(`${location.origin}/capture-meter-value/12`)
  await userEvent.upload(screen.getByLabelText('コードの写真を選ぶ'), code)
  formats.resolve([])
  await expect.poll(() => onFound.mock.calls.length).toBe(1)
  vi.unstubAllGlobals()
})
