import theme from 'vitepress/theme-without-fonts'
import './site.css'

/** The generator's theme in the design of Puente's pages. */
export default theme
