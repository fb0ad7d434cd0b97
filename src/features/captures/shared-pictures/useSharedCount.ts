import { useEffect, useState } from 'react'
import { listShared } from '../../../../offline/sharedPictures.ts'

/** How many shared pictures wait for their meter; undefined until it is known. */
export function useSharedCount(): number | undefined {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    listShared()
      .then(({ length }) => setCount(length))
      .catch((error: unknown) => {
        console.warn(error)
        setCount(0)
      })
  }, [])
  return count
}
