import { Box } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { use } from 'react'
import type { AuditEntry } from '../../../contract/audit.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './AuditChanges.module.css'
import { changesOf } from './auditTexts.ts'
import { useAuditNames } from './useAuditNames.ts'

/** Fields of an entry: name, before → after. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const zone = use(TimeZone)
  const changes = changesOf(entry, { zone, ...useAuditNames(entry) })
  if (changes.length === 0) return null
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field} className="break-anywhere">
          <Box component="span" mr="xs" c="dimmed">
            {field}
          </Box>
          <span>
            {before}
            {before !== null && after !== null && (
              <>
                <IconArrowRight className={classes.arrow} size={16} aria-hidden />
                <VisuallyHidden>から</VisuallyHidden>
              </>
            )}
            {after}
          </span>
        </li>
      ))}
    </ul>
  )
}
