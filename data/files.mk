# Graphs, as files for the topology graph:FILE
graphsdir = $(pkgdatadir)/graphs
dist_graphs_DATA = %D%/petersen.txt
