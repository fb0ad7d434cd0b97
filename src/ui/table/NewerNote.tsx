import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useTransition } from 'react'
import classes from './NewerNote.module.css'

/** Those beyond are not counted (`mostNewer` of the lists’ queries). */
const mostCounted = 100

interface Props {
  /** So many have come since the list was fetched; 0: nothing is said. */
  count: number
  onShow: () => Promise<void>
}

/** Above a list that stays as it is while somebody reads on in it. */
export function NewerNote({ count, onShow }: Props) {
  const [showing, startShowing] = useTransition()
  const show = () => startShowing(onShow)
  return (
    <div role="status" className={classes.note} data-empty={count === 0 || undefined}>
      {count > 0 && (
        <>
          <span>
            新しいデータが {count} 件{count >= mostCounted && '以上'}あります
          </span>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconArrowUp size={18} aria-hidden />}
            loading={showing}
            onClick={show}
          >
            表示
          </Button>
        </>
      )}
    </div>
  )
}
