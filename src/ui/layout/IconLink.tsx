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

/** A type-checked link as a labelled icon. */
export const IconLink = createLink(AnchorIcon)
