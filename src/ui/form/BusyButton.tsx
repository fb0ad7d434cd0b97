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
 * What every button is drawn as. While it is at work Mantine would disable it, and the keyboard would be back at the
 * top of the page: this one keeps the focus and takes no press.
 */
export function BusyButton({ type = 'button', disabled, onClick, ...others }: Props) {
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
