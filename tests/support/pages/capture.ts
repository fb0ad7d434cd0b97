import type { Page } from 'playwright'
import { expect } from '../browser/expect.ts'
import { type } from '../browser/type.ts'

/** /capture-meter-value/{id} */
export const captureScreen = (page: Page) => {
  // The bottom bar of the screen before has a button of this name, too.
  const shutter = page.getByRole('main').getByRole('button', { name: '撮影', exact: true })
  const accept = page.getByRole('button', { name: 'この値で確定' })
  const file = page.getByLabel('写真を撮る・選ぶ')
  const saved = page.getByRole('status').filter({ hasText: '写真を保存しました' })
  /** A failure tells what the screen shows instead. */
  const expectSaved = () => expect(page.getByRole('main')).toContainText('写真を保存しました')
  const decided = page.getByRole('status').filter({ hasText: 'で確定しました' })
  /** The proposal without its unit. */
  const proposedText = async (unit: string): Promise<string> => {
    await expect(accept).toBeVisible()
    const shown = await page.getByText(new RegExp(`^(?:異常)?-?[\\d.,]+${unit}$`)).textContent()
    return (shown ?? '').replace('異常', '').slice(0, -unit.length)
  }
  return {
    shutter,
    file,
    saved,
    accept,
    decided,
    value: page.getByRole('textbox', { name: '測定値' }),
    /** The way without a photograph. */
    valueOnly: page.getByRole('button', { name: '値だけ入力' }),
    /** From the correction to the proposal. */
    back: page.getByRole('main').locator('form').getByRole('button', { name: '戻る' }),
    /** The way back from what was read, shown large. */
    whole: page.getByRole('button', { name: '全体を表示' }),
    leaveToServer: page.getByRole('button', { name: 'サーバーに任せる' }),
    /** When the server cannot read it either. */
    sendWithoutValue: page.getByRole('button', { name: '写真だけを送信' }),
    leftToServer: page.getByRole('status').filter({ hasText: 'サーバーが値を読み取ります' }),
    /** Presses the shutter and waits until the photograph is stored. */
    async shoot() {
      await expect(shutter).toBeEnabled()
      await shutter.click()
      await expectSaved()
    },
    async choose(picture: Uint8Array) {
      await file.setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) })
      await expectSaved()
    },
    leftWithoutValue: page.getByRole('status').filter({ hasText: '写真だけを送信します' }),
    /** After a decision. */
    again: page.getByRole('button', { name: 'もう一度撮影' }),
    unread: page.getByText('読み取れませんでした', { exact: true }),
    /** Why the value is missing or doubtful. */
    notes: page.getByRole('list', { name: '読取について' }),
    proposedText,
    /** In the meter's unit. */
    proposed: async (unit: string): Promise<number> =>
      Number.parseFloat((await proposedText(unit)).replaceAll(',', '')),
    /** Types another value than the proposed one; a question may follow. */
    async correct(value: string) {
      await page.getByRole('button', { name: /^(?:修正|値を入力)$/ }).click()
      const field = page.getByRole('textbox', { name: '測定値' })
      const keypad = page.getByRole('button', { name: 'テンキー' })
      // Without any value to correct it is typed at once.
      await expect(field.or(keypad)).toBeVisible()
      if (await keypad.isVisible()) await keypad.click()
      await type(field, value)
      await page.getByRole('button', { name: 'この値で確定' }).click()
    },
    async acceptProposal() {
      await accept.click()
      await expect(decided).toBeVisible()
    },
  }
}

export const capturePath = (meter: { id: number }): string => `/capture-meter-value/${meter.id}`
