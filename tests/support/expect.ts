import { expect as untimed } from 'playwright/test'

/** With a long timeout: the machine may be busy. */
export const expect = untimed.configure({ timeout: 30_000 })
