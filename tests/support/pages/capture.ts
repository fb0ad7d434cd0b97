import type { Page } from 'playwright'
import { expect } from '../expect.ts'

/** /capture-meter-value/{id} */
export const captureScreen = (page: Page) => {
  const shutter = page.getByRole('button', { name: '撮影', exact: true })
  const accept = page.getByRole('button', { name: 'この値で確定' })
  const saved = page.getByRole('status').filter({ hasText: '保存しました' })
  const decided = page.getByRole('status').filter({ hasText: 'で確定しました' })
  return {
    shutter,
    saved,
    accept,
    decided,
    leaveToServer: page.getByRole('button', { name: 'サーバーに任せる' }),
    leftToServer: page.getByRole('status').filter({ hasText: 'サーバーが値を読み取ります' }),
    /** Presses the shutter and waits for the promise that nothing is lost any more. */
    async shoot() {
      await expect(shutter).toBeEnabled()
      await shutter.click()
      await expect(saved).toBeVisible()
    },
    async choose(picture: Uint8Array) {
      await page
        .getByLabel('写真を撮る・選ぶ')
        .setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) })
      await expect(saved).toBeVisible()
    },
    /** What the reader proposes, in the meter’s unit. */
    async proposed(unit: string): Promise<number> {
      await expect(accept).toBeVisible()
      const text = await page.getByText(new RegExp(`^-?[\\d.,]+${unit}$`)).textContent()
      return Number.parseFloat((text ?? '').replaceAll(',', ''))
    },
    /** Types another value over the proposal; a question may follow. */
    async correct(value: string) {
      await page.getByRole('button', { name: /^(?:修正|値を入力)$/ }).click()
      await page.getByRole('textbox', { name: '測定値' }).fill(value)
      await page.getByRole('button', { name: 'この値で確定' }).click()
    },
    async acceptProposal() {
      await accept.click()
      await expect(decided).toBeVisible()
    },
  }
}

export const capturePath = (meter: { id: number }): string => `/capture-meter-value/${meter.id}`
