import type { Locator } from 'playwright'
import { expect } from './expect.ts'

/** Writes over what a field holds, as a person at the keys does: a press on it, everything chosen, then the text. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await overwrite(field, text)
}

/** Moves on with Tab, which has to lead to this field, and writes over what it holds. */
export async function tabAndType(field: Locator, text: string): Promise<void> {
  await field.page().keyboard.press('Tab')
  await expect(field).toBeFocused()
  await overwrite(field, text)
}

/** The keys go to whatever has the focus, as a person’s do. */
async function overwrite(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page()
  await keyboard.press('ControlOrMeta+a')
  if (text === '') await keyboard.press('Delete')
  else await keyboard.type(text)
}
