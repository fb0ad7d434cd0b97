import { Anchor } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { DeviceOrganization, type LinkTarget } from '../../lib/queries/deviceOrganization.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'

interface Props extends LinkTarget {
  className?: string | undefined
  children: ReactNode
}

/** Leads to a device or a meter; to another organization’s by way of a question. */
export function TargetLink({ route, id, name, className, children }: Props) {
  const open = use(DeviceOrganization)?.open
  if (open === undefined)
    return (
      <ScreenLink className={className} route={route} params={{ id: String(id) }}>
        {children}
      </ScreenLink>
    )
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="start"
      className={className}
      onClick={() => open({ route, id, name })}
    >
      {children}
    </Anchor>
  )
}
