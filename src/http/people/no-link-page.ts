import type { Request, Response } from 'express'
import { TEXTS } from '../../locales/texts.ts'
import { languageOf, otherLanguageOfForm } from './form-answers.ts'
import { renderNoticePage } from './form-page.ts'

/** Answers 404 for a used, expired or unknown link. */
export const sendNoLink = (request: Request, response: Response): void => {
  const language = languageOf(request, response)
  const { noLink, toSignIn } = TEXTS[language].people
  response.status(404).send(
    renderNoticePage({
      language,
      ...noLink,
      link: { label: toSignIn, url: '/sign-in' },
      otherLanguageUrl: `${request.baseUrl}${otherLanguageOfForm(request, language)}`,
    }),
  )
}
