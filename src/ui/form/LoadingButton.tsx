import type { ComponentProps, MouseEvent } from 'react'

interface Props extends ComponentProps<'button'> {
  'data-loading'?: boolean
  'data-disabled'?: boolean
}

function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * The theme's button. Mantine disables a loading button, which moves focus to the page; this one keeps focus and
 * ignores presses.
 */
export function LoadingButton({ type = 'button', disabled, onClick, ...others }: Props) {
  const busy = others['data-loading'] === true && others['data-disabled'] !== true
  return (
    <button
      {...others}
      type={type}
      disabled={disabled && !busy}
      aria-busy={busy || undefined}
      aria-disabled={busy || others['aria-disabled'] || undefined}
      onClick={busy ? refuse : onClick}
    />
  )
}
