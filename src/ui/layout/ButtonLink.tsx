import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

interface Props
  extends ButtonProps,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style' | keyof ButtonProps> {
  ref?: Ref<HTMLAnchorElement>
}

const AnchorButton = (props: Props) => <Button component="a" {...props} />

/** A way to another screen that looks like a button; the router checks where it leads. */
export const ButtonLink = createLink(AnchorButton)
