import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

interface Props
  extends ButtonProps,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style' | keyof ButtonProps> {
  ref?: Ref<HTMLAnchorElement>
}

const AnchorButton = (props: Props) => <Button component="a" {...props} />

/** A type-checked link styled as a button. */
export const ButtonLink = createLink(AnchorButton)
