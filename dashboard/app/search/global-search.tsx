import { Kbd, Skeleton } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../language.ts'
import { Icon } from '../theme/icons.tsx'

const load = async () => ({ default: (await import('./search-form.tsx')).SearchForm })
const SearchForm = lazy(load)
/** Wait after the first screen, so that the first letters after `/` find the field. */
const AFTER_MS = 2_000

/** Button in the header, also opened by the key `/`. */
export const GlobalSearch = () => {
  const { loading, search: texts } = useTexts()
  const [isOpen, { open, close }] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 48em)')
  useEffect(() => {
    const timer = setTimeout(load, AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // Latin American keyboards have `/` above the 7.
  useHotkeys([
    ['/', open],
    ['shift+/', open],
  ])
  return (
    <search className="global-search">
      <button
        type="button"
        className="find"
        aria-label={texts.open}
        aria-keyshortcuts="/"
        onPointerEnter={load}
        onFocus={load}
        onClick={open}
      >
        <Icon name="find" />
        <span className="find-words">{texts.open}</span>
        <Kbd aria-hidden>/</Kbd>
      </button>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={texts.open}
        size="lg"
        fullScreen={isPhone === true}
      >
        <Suspense fallback={<Skeleton h={80} role="status" aria-label={loading} />}>
          <SearchForm close={close} />
        </Suspense>
      </Dialog>
    </search>
  )
}
