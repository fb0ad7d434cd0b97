// Covers docs/requirements.md: 590

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { HintLine } from './HintLine.tsx'

beforeEach(() => page.viewport(390, 844))

describe('HintLine', () => {
  it('offers to take the photograph all the same where it suspects another meter', async () => {
    const onShoot = vi.fn()
    const screen = await show(<HintLine hint="other meter" onShoot={onShoot} />)
    await expect.element(screen.getByRole('status')).toHaveTextContent('別のメーターかもしれません')
    const shoot = screen.getByRole('button', { name: 'このまま撮影' })
    expect(shoot.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
    await shoot.click()
    expect(onShoot).toHaveBeenCalledOnce()
  })

  it.each([
    ['another fault', 'blur', vi.fn()],
    ['a camera that is not ready', 'other meter', null],
    ['nothing to say', null, vi.fn()],
  ] as const)('offers nothing for %s', async (_, hint, onShoot) => {
    const screen = await show(<HintLine hint={hint} onShoot={onShoot} />)
    await expect.element(screen.getByRole('status')).toBeInTheDocument()
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  })
})
