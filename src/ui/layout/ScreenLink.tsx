import { Anchor } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, FunctionComponent, ReactNode } from 'react'

interface Way {
  to: string
  params: Record<string, string>
  search: Record<string, unknown>
}

/** The router’s link without its check of where it leads: whether the console has the screen is asked at run time. */
const UncheckedLink = Link as unknown as FunctionComponent<Way & AnchorHTMLAttributes<HTMLAnchorElement>>

interface Props {
  /** The screen’s route, such as `/devices/$id`. */
  route: string
  params?: Record<string, string>
  search?: Record<string, unknown>
  className?: string | undefined
  'aria-label'?: string
  children: ReactNode
}

/** Words that lead to a screen; only the words where the console has no such screen. */
export function ScreenLink({ route, params = {}, search = {}, children, ...props }: Props) {
  const exists = route in useRouter().routesByPath
  if (!exists) return children
  return (
    <Anchor component={UncheckedLink} to={route} params={params} search={search} inherit {...props}>
      {children}
    </Anchor>
  )
}
