import { expect as untimed } from 'playwright/test'

/** Waits for what a person would wait for; long, because the machine may have other things to do. */
export const expect = untimed.configure({ timeout: 30_000 })
