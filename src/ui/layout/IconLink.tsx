import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

interface Props
  extends ActionIconProps,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style' | keyof ActionIconProps> {
  'aria-label': string
  ref?: Ref<HTMLAnchorElement>
}

const AnchorIcon = (props: Props) => <ActionIcon component="a" {...props} />

/** A way to another screen as an icon with a name; the router checks where it leads. */
export const IconLink = createLink(AnchorIcon)
