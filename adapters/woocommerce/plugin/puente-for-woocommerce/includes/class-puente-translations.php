<?php
/**
 * The languages of the plugin.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * One Spanish for all countries that speak it: WordPress would look for a file for each.
 */
class Puente_Translations {

	const DOMAIN  = 'puente-for-woocommerce';
	const SPANISH = 'es_ES';

	/**
	 * Tells WordPress where the texts are.
	 */
	public static function listen() {
		add_filter( 'load_textdomain_mofile', array( __CLASS__, 'file' ), 10, 2 );
		add_filter( 'lang_dir_for_domain', array( __CLASS__, 'folder' ), 10, 3 );
		load_plugin_textdomain( self::DOMAIN, false, dirname( plugin_basename( PUENTE_FILE ) ) . '/languages' );
	}

	/**
	 * The file of any Spanish, unless there is one for the very country.
	 *
	 * @param string $file   Where WordPress would look.
	 * @param string $domain Whose texts.
	 * @return string
	 */
	public static function file( $file, $domain ) {
		$is_spanish = self::DOMAIN === $domain && preg_match( '/-es(_[A-Za-z_]+)?\.mo$/D', $file );
		return $is_spanish && ! is_readable( $file ) ? self::own_folder() . self::DOMAIN . '-' . self::SPANISH . '.mo' : $file;
	}

	/**
	 * The folder, also for a Spanish that has no file of its own.
	 *
	 * @param string|false $folder Where WordPress would look.
	 * @param string       $domain Whose texts.
	 * @param string       $locale Which language.
	 * @return string|false
	 */
	public static function folder( $folder, $domain, $locale ) {
		return ! $folder && self::DOMAIN === $domain && 0 === strpos( (string) $locale, 'es' ) ? self::own_folder() : $folder;
	}

	/**
	 * The plugin's own folder of languages.
	 *
	 * @return string
	 */
	private static function own_folder() {
		return plugin_dir_path( PUENTE_FILE ) . 'languages/';
	}
}
