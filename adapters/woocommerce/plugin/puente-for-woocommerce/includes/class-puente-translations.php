<?php
/**
 * Translations.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Serves one Spanish to all countries; WordPress wants a file for each.
 */
class Puente_Translations {

	const DOMAIN  = 'puente-for-woocommerce';
	const SPANISH = 'es_ES';

	/**
	 * Registers the folder.
	 */
	public static function listen() {
		add_filter( 'load_textdomain_mofile', array( __CLASS__, 'file' ), 10, 2 );
		add_filter( 'lang_dir_for_domain', array( __CLASS__, 'folder' ), 10, 3 );
		load_plugin_textdomain( self::DOMAIN, false, dirname( plugin_basename( PUENTE_FILE ) ) . '/languages' );
	}

	/**
	 * Falls back to the common Spanish file.
	 *
	 * @param string $file   WordPress' path.
	 * @param string $domain Text domain.
	 */
	public static function file( $file, $domain ) {
		$is_spanish = self::DOMAIN === $domain && preg_match( '/-es(_[A-Za-z_]+)?\.mo$/D', $file );
		return $is_spanish && ! is_readable( $file ) ? self::own_folder() . self::DOMAIN . '-' . self::SPANISH . '.mo' : $file;
	}

	/**
	 * Falls back to the plugin's folder for any Spanish.
	 *
	 * @param string|false $folder WordPress' folder.
	 * @param string       $domain Text domain.
	 * @param string       $locale Locale.
	 * @return string|false
	 */
	public static function folder( $folder, $domain, $locale ) {
		return ! $folder && self::DOMAIN === $domain && 0 === strpos( (string) $locale, 'es' ) ? self::own_folder() : $folder;
	}

	/**
	 * Returns the plugin's folder.
	 */
	private static function own_folder() {
		return plugin_dir_path( PUENTE_FILE ) . 'languages/';
	}
}
