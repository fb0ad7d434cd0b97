import type { Locator } from 'playwright'
import { expect } from './expect.ts'

/** Replaces a field's value as a user does: click, select all, type. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await overwrite(field, text)
}

/** Tabs to this field and replaces its value. */
export async function tabAndType(field: Locator, text: string): Promise<void> {
  await field.page().keyboard.press('Tab')
  await expect(field).toBeFocused()
  await overwrite(field, text)
}

/** The keys go to the focused element. */
async function overwrite(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page()
  await keyboard.press('ControlOrMeta+a')
  if (text === '') await keyboard.press('Delete')
  else await keyboard.type(text)
}
