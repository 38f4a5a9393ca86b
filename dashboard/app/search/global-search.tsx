import { Kbd } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../language.ts'
import { Icon } from '../theme/icons.tsx'
import { SearchForm } from './search-form.tsx'

/** Button in the header, and the key `/`, that open the search of everything. */
export const GlobalSearch = () => {
  const texts = useTexts().search
  const [isOpen, { open, close }] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 48em)')
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
        <SearchForm close={close} />
      </Dialog>
    </search>
  )
}
