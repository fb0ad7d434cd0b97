import { type Locator, userEvent } from 'vitest/browser'

/** As `type.ts` does, for tests that run inside the page. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}${text === '' ? '{Delete}' : keys(text)}`)
}

/** A brace or bracket would name a key. */
const keys = (text: string): string => text.replaceAll(/[{[]/g, '$&$&')
