import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { QrDialog } from './QrDialog.tsx'

/** The server's answer when the console's public URL is not configured. */
const refusal = `data:application/json,${encodeURIComponent(
  JSON.stringify({ success: false, code: 'public_url_missing', messages: ['…'], request_id: 'r' }),
)}`

test.each([
  [
    refusal,
    'QRコードを作成できません。管理者に連絡してください。サーバーの PUBLIC_URL が設定されていません。',
  ],
  ['data:text/plain,', 'QRコードを表示できません。電波の届く所で開き直してください。'],
])('a QR code that does not come says why, and is not printed: %#', async (address, text) => {
  const screen = await show(<QrDialog meter={aMeter({ qr_image: address })} opened onClose={() => {}} />)
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '印刷' })).toBeDisabled()
})
