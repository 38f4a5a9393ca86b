import { Link } from '@tanstack/react-router'
import { ScreenTitle } from '../parts/screen-title.tsx'
import { useTexts } from './language.ts'

export const NotFoundPage = () => {
  const texts = useTexts()
  return (
    <>
      <ScreenTitle name={texts.notFound} />
      <p>
        <Link to="/">{texts.sections.attention}</Link>
      </p>
    </>
  )
}
