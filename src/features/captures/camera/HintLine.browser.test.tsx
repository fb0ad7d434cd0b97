// Covers docs/requirements.md: 590

import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
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

  it('leaves most of the view to the camera with text of twice the size', async () => {
    document.documentElement.style.fontSize = '200%'
    onTestFinished(() => {
      document.documentElement.style.fontSize = ''
    })
    // The capture screen's body, of which the view is the upper part.
    const view = { height: 314, position: 'relative' } as const
    const screen = await show(
      <div style={{ container: 'capture / size', height: 690 }}>
        <div style={view}>
          <HintLine hint="other meter" onShoot={vi.fn()} />
        </div>
      </div>,
    )
    const line = screen.getByText('別のメーターかもしれません').element().getBoundingClientRect()
    const shoot = screen.getByRole('button', { name: 'このまま撮影' }).element().getBoundingClientRect()
    expect(shoot.height).toBeGreaterThanOrEqual(48)
    expect(shoot.bottom - line.top).toBeLessThanOrEqual(view.height * 0.4)
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
