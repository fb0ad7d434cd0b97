import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useWorking } from '../state/useWorking.ts'
import { maxNewer } from './listState.ts'
import classes from './NewRowsNote.module.css'

interface Props {
  /** New rows since the fetch; 0: hidden. */
  count: number
  onShow: () => Promise<void>
}

/** Above a list that does not move while being read. */
export function NewRowsNote({ count, onShow }: Props) {
  const [showing, startShowing] = useWorking()
  const show = () => startShowing(onShow)
  return (
    <div role="status" className={classes.note} data-empty={count === 0 || undefined}>
      {count > 0 && (
        <>
          <span>
            新しいデータが {count} 件{count >= maxNewer && '以上'}あります
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
