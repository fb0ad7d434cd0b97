import { type Locator, userEvent } from 'vitest/browser'

/** Like `type.ts`, for tests inside the page. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}${text === '' ? '{Delete}' : keys(text)}`)
}

/** Braces and brackets name keys. */
const keys = (text: string): string => text.replaceAll(/[{[]/g, '$&$&')
