<?php
/**
 * Plugin Name: Puente for WooCommerce
 * Description: Takes card payments through Puente: hosted checkout or card fields on your page, saved cards, refunds, and orders that always say what really happened.
 * Version: 0.2.0
 * Author: The Puente authors
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: puente-for-woocommerce
 * Domain Path: /languages
 * Requires at least: 6.4
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * WC tested up to: 11.0
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

define( 'PUENTE_FILE', __FILE__ );
// The header above is the only place that names the version.
define( 'PUENTE_VERSION', get_file_data( __FILE__, array( 'version' => 'Version' ) )['version'] );

require_once __DIR__ . '/includes/class-puente-autoload.php';
Puente_Autoload::register();

add_action( 'before_woocommerce_init', array( 'Puente_Plugin', 'declare_features' ) );
add_action( 'plugins_loaded', array( 'Puente_Plugin', 'start' ) );
register_activation_hook( __FILE__, array( 'Puente_Network', 'activate' ) );
register_deactivation_hook( __FILE__, array( 'Puente_Network', 'deactivate' ) );
