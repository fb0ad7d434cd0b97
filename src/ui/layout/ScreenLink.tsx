import { Anchor } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, FunctionComponent, ReactNode } from 'react'

interface Way {
  to: string
  params: Record<string, string>
  search: Record<string, unknown>
}

/** Link without type-checked target: the route's existence is checked at run time. */
const UncheckedLink = Link as unknown as FunctionComponent<Way & AnchorHTMLAttributes<HTMLAnchorElement>>

interface Props {
  /** Such as `/devices/$id`. */
  route: string
  params?: Record<string, string>
  search?: Record<string, unknown>
  className?: string | undefined
  'aria-label'?: string
  children: ReactNode
}

/** Link to a screen; plain text if the route does not exist. */
export function ScreenLink({ route, params = {}, search = {}, children, ...props }: Props) {
  const exists = route in useRouter().routesByPath
  if (!exists) return children
  return (
    <Anchor component={UncheckedLink} to={route} params={params} search={search} inherit {...props}>
      {children}
    </Anchor>
  )
}
