// Covers docs/requirements.md: 316

import { afterEach, expect, it, vi } from 'vitest'
import { createProcessPool } from './process-pool.ts'

afterEach(() => vi.unstubAllEnvs())

it('a process that decodes pictures is told where programs are, and no settings of the server', async () => {
  for (const name of ['DATABASE_URL', 'DATABASE_APP_URL', 'SECRET_KEY', 'SMTP_URL', 'SOME_TOKEN']) {
    vi.stubEnv(name, 'a secret')
  }
  const pool = createProcessPool(new URL('./picture.worker.ts', import.meta.url), 1)
  try {
    const given: NodeJS.ProcessEnv = await pool.exec(() => process.env)
    expect(given['PATH']).toBe(process.env['PATH'])
    expect(Object.entries(given).filter(([, value]) => value === 'a secret')).toEqual([])
  } finally {
    await pool.terminate(true)
  }
})
