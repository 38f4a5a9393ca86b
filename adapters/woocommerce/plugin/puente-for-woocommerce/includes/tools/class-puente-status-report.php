<?php
/**
 * Status report.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Adds the state of the connection to WooCommerce → Status and to Tools → Site Health → Info, the
 * texts that merchants copy into a support request.
 */
class Puente_Status_Report {

	/**
	 * Hooks into both reports.
	 */
	public static function listen() {
		add_action( 'woocommerce_system_status_report', array( __CLASS__, 'show' ) );
		add_filter( 'debug_information', array( __CLASS__, 'add_to_site_health' ) );
	}

	/**
	 * Prints the section of WooCommerce's report. WooCommerce copies the labels of
	 * `data-export-label` in English.
	 */
	public static function show() {
		echo '<table class="wc_status_table widefat" cellspacing="0"><thead><tr><th colspan="3" data-export-label="Puente"><h2>Puente</h2></th></tr></thead><tbody>';
		foreach ( Puente_Health::rows() as $name => $row ) {
			printf(
				'<tr><td data-export-label="%1$s">%2$s:</td><td class="help">&nbsp;</td><td>%3$s</td></tr>',
				esc_attr( self::export_label( $name ) ),
				esc_html( $row['label'] ),
				wp_kses_post( self::value( $row ) )
			);
		}
		echo '</tbody></table>';
	}

	/**
	 * Adds the section of Site Health.
	 *
	 * @param array $information WordPress' sections.
	 * @return array
	 */
	public static function add_to_site_health( $information ) {
		$fields = array();
		foreach ( Puente_Health::rows() as $name => $row ) {
			$fields[ $name ] = array(
				'label' => $row['label'],
				'value' => self::mark( $row ) . $row['value'],
			);
		}
		$information['puente'] = array(
			'label'  => 'Puente',
			'fields' => $fields,
		);
		return $information;
	}

	/**
	 * Returns a value with WooCommerce's marks, which its report copies as text.
	 *
	 * @param array $row Row.
	 * @return string HTML.
	 */
	private static function value( array $row ) {
		if ( null === $row['is_good'] ) {
			return esc_html( $row['value'] );
		}
		return $row['is_good']
			? '<mark class="yes"><span class="dashicons dashicons-yes"></span> ' . esc_html( $row['value'] ) . '</mark>'
			: '<mark class="error"><span class="dashicons dashicons-warning"></span> ' . esc_html( $row['value'] ) . '</mark>';
	}

	/**
	 * Marks a value in plain text.
	 *
	 * @param array $row Row.
	 */
	private static function mark( array $row ) {
		return null === $row['is_good'] ? '' : ( $row['is_good'] ? '✔ ' : '✘ ' );
	}

	/**
	 * Turns a row's name into a label for support.
	 *
	 * @param string $name Name.
	 */
	private static function export_label( $name ) {
		return ucfirst( str_replace( '_', ' ', $name ) );
	}
}
